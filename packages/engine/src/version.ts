/** Version of the engine, as reports and the User-Agent carry it; equals package.json's. */
export const engineVersion = '0.1.0';
