/** The name of the lab that its HSTS preload list holds, with its subdomains. */
export const preloadedName = 'typical-code.lab';
