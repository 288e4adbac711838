import { type Settings, unquoted } from './settings.ts';

/** A name in front of a colon, in quotes or not, also in lists (YAML 1.2 section 8.2). */
const member = /^(\s*(?:-\s+)*)(?:"([^"\n]{1,100})"|'([^'\n]{1,100})'|([\w.-]{1,100}))\s{0,8}:(?!\/\/)(.*)$/;

/** Properties of Java, and variables in a list of Compose. */
const pair = /^\s*(?:-\s+)?(["']?)([\w.-]{1,100})\s{0,8}=(.*?)\1\s*$/;

/** Maps on one line (YAML 1.2 section 7.4.2). */
const flow =
  /(?<=[{,]\s{0,8})["']?([\w.-]{1,100})["']?\s{0,4}:\s{1,8}("[^"\n]{0,512}"|'[^'\n]{0,512}'|[^\s,{}"'][^\s,{}]{0,512})\s{0,8}(?=[,}])/g;

/** The lines below a name: a block scalar, or a scalar on the next line (YAML 1.2 sections 8.1 and 7.3.3). */
function below(lines: readonly string[], at: number, indent: number, isBlock: boolean): string {
  const rest = lines.slice(at + 1, at + 201);
  const end = rest.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indent);
  const block = (end === -1 ? rest : rest.slice(0, end)).filter((line) => line.trim() !== '');
  if (isBlock) return block.map((line) => line.trim()).join('\n');
  const [only = ''] = block;
  return block.length === 1 && !member.test(only) && !/^\s*-\s/.test(only) ? unquoted(only) : '';
}

/** A value as it counts: what an alias stands for, without the anchor and the tag of a text (sections 6.8.1, 6.9 and 7.1). */
function valueOf(value: string, read: (isBlock: boolean) => string, anchors: Map<string, string>): string {
  const {
    1: anchor,
    2: tag,
    3: rest = '',
  } = /^(?:&([\w-]{1,64})(?:\s+|$))?(?:(!\S*)(?:\s+|$))?(.*)$/.exec(value) ?? [];
  if (tag !== undefined && tag !== '!!str') return '';
  const alias = /^\*([\w-]{1,64})\s*$/.exec(rest)?.[1];
  if (alias !== undefined) return anchors.get(alias) ?? '';
  if (/^[|>][-+\d]{0,2}\s*(?:#.*)?$/.test(rest)) return read(true);
  const found = /^(?:#.*)?$/.test(rest) ? read(false) : unquoted(rest);
  if (anchor !== undefined) anchors.set(anchor, found);
  return found;
}

/** What YAML or properties of Java set; a key has the name of what it is in. */
function settingsOf(text: string): Settings {
  const lines = text.split(/\r?\n/);
  const anchors = new Map<string, string>();
  const parents: { indent: number; name: string }[] = [];
  return lines.flatMap((line, at): Settings => {
    if (/^\s*#/.test(line)) return [];
    const { 1: before = '', 2: double, 3: single, 4: plain, 5: value = '' } = member.exec(line) ?? [];
    const name = double ?? single ?? plain;
    const inLine = [...line.matchAll(flow)].map(({ 1: key = '', 2: set = '' }) => [key, unquoted(set)] as const);
    if (name === undefined) {
      const { 2: variable, 3: set = '' } = pair.exec(line) ?? [];
      if (variable !== undefined) return [[variable, unquoted(set)]];
      const entry = /^\s*-\s+([^\s{[][^\n]*)$/.exec(line)?.[1];
      return entry === undefined ? inLine : [[parents.at(-1)?.name ?? '', unquoted(entry)]];
    }
    const indent = before.length;
    while ((parents.at(-1)?.indent ?? -1) >= indent) parents.pop();
    const full = /^key$/i.test(name) && parents.length > 0 ? `${parents.at(-1)?.name}:${name}` : name;
    parents.push({ indent, name });
    // What a cluster alone can decrypt (SealedSecret of Bitnami)
    if (parents.some((one) => one.name === 'encryptedData')) return [];
    return [[full, valueOf(value.trim(), (isBlock) => below(lines, at, indent, isBlock), anchors)], ...inLine];
  });
}

/** The same, where the value of a pair has the name that stands before it. */
export const yamlSettings = (text: string): Settings =>
  settingsOf(text).map(([name, value], at, all) => {
    const [before = '', named = ''] = all[at - 1] ?? [];
    return [/^value$/i.test(name) && /^(?:name|key)$/i.test(before) ? named : name, value];
  });
