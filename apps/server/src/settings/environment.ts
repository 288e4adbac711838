/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a setting, or a problem that names its variable. */
export type Read<T> = { ok: true; value: T } | { ok: false; problem: string };
