import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** What a contender copies from where to where. */
export interface Job {
  /** The local directory: the target of a download, the source of an upload. */
  readonly directory: string;
  /** The path of the directory of the server. */
  readonly remote: string;
  readonly ftp: { readonly port: number; readonly user: string; readonly password: string };
  /** The port of the rsync daemon. */
  readonly rsync: number;
}

export interface Contender {
  readonly name: string;
  readonly program: string;
  readonly down: (job: Job) => readonly string[];
  readonly up?: (job: Job) => readonly string[];
  readonly env?: (job: Job) => Readonly<Record<string, string>>;
}

const ANYURL = join(import.meta.dirname, "../../../packages/anyurl/dist/command/anyurl.cjs");

const ftpUrl = ({ ftp, remote }: Job) => `ftp://${ftp.user}@127.0.0.1:${ftp.port}/${remote}/`;
const rsyncUrl = ({ rsync, remote }: Job) => `rsync://127.0.0.1:${rsync}/home/${remote}/`;

const ANYURL_OPTIONS = ["--quiet", "--option", "ftp.hiddenFiles=true"];
const anyurlEnv = ({ ftp }: Job) => ({ ANYURL_PASSWORD: ftp.password });

/** lftp quotes with a backslash. */
const lftp = (job: Job, command: string) => {
  const { port, user, password } = job.ftp;
  const settings = "set ftp:ssl-allow no; set ftp:list-options -a; set net:timeout 10";
  return ["-c", `${settings}; open -u "${user},${password}" -p ${port} 127.0.0.1; ${command}`];
};

const RCLONE = ["--config", "/dev/null", "--transfers", "4", "--links"];
const rcloneRemote = ({ ftp, remote }: Job) =>
  `:ftp,host=127.0.0.1,port=${ftp.port},user=${ftp.user},concurrency=9:${remote}`;

/** rclone takes passwords only in its own reversible form. */
function obscure(password: string): string {
  return execFileSync("rclone", ["obscure", password], { encoding: "utf8" }).trim();
}

export const CONTENDERS: readonly Contender[] = [
  {
    name: "anyurl get -r",
    program: "node",
    down: (job) => [ANYURL, "get", "-r", "-f", ...ANYURL_OPTIONS, "-o", job.directory, ftpUrl(job)],
    env: anyurlEnv,
  },
  {
    name: "anyurl cp -r",
    program: "node",
    down: (job) => [ANYURL, "cp", "-r", "-f", ...ANYURL_OPTIONS, ftpUrl(job), `${job.directory}/`],
    up: (job) => [ANYURL, "cp", "-r", "-f", "--quiet", `${job.directory}/`, ftpUrl(job)],
    env: anyurlEnv,
  },
  {
    name: "anyurl sync",
    program: "node",
    down: (job) => [ANYURL, "sync", ...ANYURL_OPTIONS, ftpUrl(job), `${job.directory}/`],
    up: (job) => [ANYURL, "sync", "--quiet", `${job.directory}/`, ftpUrl(job)],
    env: anyurlEnv,
  },
  {
    name: "lftp mirror -P4",
    program: "lftp",
    down: (job) => lftp(job, `mirror -P4 ${job.remote} "${job.directory}"`),
    up: (job) => lftp(job, `mirror -R -P4 "${job.directory}" ${job.remote}`),
  },
  {
    name: "rclone copy",
    program: "rclone",
    down: (job) => ["copy", ...RCLONE, rcloneRemote(job), job.directory],
    up: (job) => ["copy", ...RCLONE, job.directory, rcloneRemote(job)],
    env: ({ ftp }) => ({ RCLONE_FTP_PASS: obscure(ftp.password) }),
  },
  {
    name: "wget -r",
    program: "wget",
    down: (job) => [
      ...["-q", "-r", "-l", "inf", "-nH", "--cut-dirs=2", "--retr-symlinks", "-P", job.directory],
      ...[`--user=${job.ftp.user}`, `--password=${job.ftp.password}`],
      `ftp://127.0.0.1:${job.ftp.port}/${job.remote}/`,
    ],
  },
  {
    name: "rsync -a",
    program: "rsync",
    down: (job) => ["-a", rsyncUrl(job), `${job.directory}/`],
    up: (job) => ["-a", `${job.directory}/`, rsyncUrl(job)],
  },
];
