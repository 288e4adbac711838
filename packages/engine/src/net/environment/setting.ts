/** The environment variables that settings are read from. */
export type SetVariables = Readonly<Record<string, string | undefined>>;

/** The value of a setting, or a problem that names its variable. */
export type ReadSetting<T> = { ok: true; value: T } | { ok: false; problem: string };
