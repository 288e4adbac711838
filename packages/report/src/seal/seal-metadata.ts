import { markupText } from '../xml.ts';

/** The claims of a sealed file about its report, in XMP and in the information dictionary. */
export interface SealFacts {
  auditId: string;
  domain: string;
  score: string;
  grade: string;
  /** SHA-256 of the attached report in hexadecimal. */
  contentSha256: string;
}

/** The namespace of our metadata (a name, not a URL). */
export const sealNamespace = 'urn:perimeter:report:1#';

const property = (name: string, description: string, type: string, category: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType></rdf:li>`;

const schema = (title: string, namespace: string, prefix: string, properties: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${title}</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties}</rdf:Seq></pdfaSchema:property></rdf:li>`;

const uaNamespace = 'http://www.aiim.org/pdfua/ns/id/';

/**
 * The typesetter's XMP with the PDF/UA identifier (ISO 14289-1 section 5), our claims, and the extension schemas that
 * PDF/A requires for both (ISO 19005-3 section 6.6.2.3.3).
 */
export function sealedXmp(xmp: string, facts: SealFacts): string {
  const entries = Object.entries(facts);
  const schemas =
    schema(
      'PDF/UA identification schema',
      uaNamespace,
      'pdfuaid',
      property('part', 'Part of ISO 14289', 'Integer', 'internal'),
    ) +
    schema(
      'Perimeter report schema',
      sealNamespace,
      'perimeter',
      entries.map(([name]) => property(name, `Audit report: ${name}`, 'Text', 'external')).join(''),
    );
  const values = entries.map(([name, value]) => `<perimeter:${name}>${markupText(value)}</perimeter:${name}>`).join('');
  const description = `<rdf:Description rdf:about="" xmlns:pdfuaid="${uaNamespace}" xmlns:perimeter="${sealNamespace}"><pdfuaid:part>1</pdfuaid:part>${values}</rdf:Description>`;
  const bag = '<pdfaExtension:schemas><rdf:Bag>';
  if (!xmp.includes(bag) || !xmp.includes('</rdf:RDF>'))
    throw new TypeError('The metadata does not match the format of sealed reports');
  return xmp.replace(bag, () => bag + schemas).replace('</rdf:RDF>', () => `${description}</rdf:RDF>`);
}
