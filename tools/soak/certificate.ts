/**
 * A self-signed certificate for localhost and 127.0.0.1, and its key: for tests only, valid until 2126. Made by
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500`.
 */
export const CERT: string = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUWwVmyfbxVpWvq2aXsG3BT1Dg0M4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA2MzYxOFoYDzIxMjYxMDI4
MDYzNjE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATIsDlvsrSxySbS5vUnx5CWhZxy9uVdsMnVveOh8/Ma6yEEkn00EHlp
4xB23GGsPxXudxxpQAlx8OptePVfdIioo28wbTAdBgNVHQ4EFgQUO1aPxwxEAoHR
ghZD20qg6zPCUHMwHwYDVR0jBBgwFoAUO1aPxwxEAoHRghZD20qg6zPCUHMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAMKKv16pnCJDQkr7ChidIxib000epMCxCaV8AV2b9ixRAiEA
h8aWxAgyjI3Ik7o1PT5iwvjS6LNsjOEc5eY25BNXytU=
-----END CERTIFICATE-----
`;

export const KEY: string = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNmHw1ywetEaRee2I
2GqM8yTKm7MCbSedbqe8fZvXnFuhRANCAATIsDlvsrSxySbS5vUnx5CWhZxy9uVd
sMnVveOh8/Ma6yEEkn00EHlp4xB23GGsPxXudxxpQAlx8OptePVfdIio
-----END PRIVATE KEY-----
`;
