import { crc32, inflateRawSync } from 'node:zlib';

/**
 * The files of a ZIP archive by name, as its list at the end says (APPNOTE.TXT 6.3.10, 4.3.12 and 4.3.16). Throws where the list is
 * missing, as in an archive that was broken off, and where a file is not what the list says.
 */
export function readZip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1) throw new Error('The archive has no list of files');
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32BE(at) !== 0x504b0102) throw new Error('The list of files is broken');
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = inflateRawSync(archive.subarray(start, start + size));
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is not what the list says`);
    files.set(name, content.toString());
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
