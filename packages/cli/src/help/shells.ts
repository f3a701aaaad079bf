/** The shells that completion is for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
