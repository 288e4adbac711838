/** A day in milliseconds, without leap seconds, for the dashboard, which does not import the protocols package. */
export const msPerDay = 86_400_000;
