/** The product token by which owners can address this audit (RFC 9309 section 2.2.1). */
const token = 'perimeteraudit';

/** Robots files are read to this length (RFC 9309 section 2.5 asks for 500 KiB at least). */
const maxCharacters = 512 * 1024;

interface Group {
  agents: string[];
  disallow: string[];
  allow: string[];
}

/** The groups of a robots.txt: lines of user agents, then their rules (RFC 9309 section 2.2). */
function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let inAgents = false;
  for (const line of text
    .slice(0, maxCharacters)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^[ \t]*([A-Za-z-]{1,32})[ \t]{0,32}:([^#]*)/.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'user-agent') {
      if (!inAgents) groups.push({ agents: [], disallow: [], allow: [] });
      groups.at(-1)?.agents.push(value.trim().toLowerCase());
      inAgents = true;
    } else if (name === 'disallow' || name === 'allow') {
      groups.at(-1)?.[name].push(value.trim());
      inAgents = false;
    }
  }
  return groups;
}

/**
 * Whether a robots.txt excludes this audit by name from all paths. Rules for `*` are for crawlers, which this audit is
 * not; an Allow for all paths beside it wins (RFC 9309 section 2.2.2).
 */
export function barsAudit(text: string): boolean {
  const own = groupsOf(text).filter(({ agents }) => agents.some((agent) => agent.split('/', 1)[0] === token));
  const isAll = (path: string): boolean => path === '/' || path === '/*' || path === '*';
  return own.some(({ disallow }) => disallow.some(isAll)) && !own.some(({ allow }) => allow.some(isAll));
}
