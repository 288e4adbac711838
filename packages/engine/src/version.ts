/** Version of the engine in reports and the User-Agent; equals package.json's. */
export const engineVersion = '0.1.0';
