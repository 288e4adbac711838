/** A day in milliseconds, without leap seconds, for the dashboard, which takes no protocols. */
export const msPerDay = 86_400_000;
