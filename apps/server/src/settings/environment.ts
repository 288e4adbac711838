/** The variables that a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that was read, or what is wrong with it, by the name of its variable. */
export type Read<T> = { ok: true; value: T } | { ok: false; problem: string };
