/** The shells with completion. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
