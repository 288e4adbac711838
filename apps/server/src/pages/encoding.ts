/** True if an Accept-Encoding field accepts a coding (RFC 9110 section 12.5.3); a weight of 0 refuses it. */
export function acceptsEncoding(field: string | string[] | undefined, coding: 'br' | 'gzip'): boolean {
  const given = [field ?? []].flat().join(',').toLowerCase();
  return given.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().split(/\s*;\s*/);
    return name === coding && !parameters.some((parameter) => /^q=0(?:\.0{1,3})?$/.test(parameter));
  });
}
