import { informational, informWhere, pass } from '../../../catalogue/outcome.ts';
import { referenceProof } from '../derive/proof.ts';
import { byHost, isForeign } from '../derive/sites.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { readContent } from '../../derive/subjects/page.ts';
import { counted, listed } from '../../../evidence/words/text.ts';

/** Resources that run code in the page or show content in it. */
const active: ReadonlySet<string> = new Set(['script', 'style', 'frame', 'object', 'embed', 'worker']);

export const pageThirdpartyList = checkOf(readContent, {
  id: 'page-thirdparty-list',
  title: 'The page loads no code of other sites',
  finding: 'Code of other sites',
  judge: (page) => {
    const foreign = page.facts.resources.filter((one) => active.has(one.kind) && isForeign(one, page));
    const hosts = byHost(foreign).map(([host]) => host);
    if (hosts.length === 0) return pass('The page loads no script, style or frame of another site');
    return informational({
      description: `The page loads ${counted(foreign.length, 'file')} (scripts, styles, frames) from ${counted(hosts.length, 'host')} of other sites: ${listed(hosts)}. Each of them can change what visitors see.`,
      evidence: referenceProof(page, foreign),
    });
  },
});

export const pageIframeSandbox = checkOf(readContent, {
  id: 'page-iframe-sandbox',
  title: 'Frames of other sites are sandboxed',
  finding: 'Frame of another site without sandbox',
  judge: (page) => {
    const frames = page.facts.resources.filter(
      (one) => one.kind === 'frame' && one.sandbox === null && isForeign(one, page),
    );
    return informWhere(byHost(frames), 'No frame of another site, or each has a sandbox', ([host, resources]) => ({
      subject: host,
      description: `The frame of ${host} has no sandbox attribute: it may run scripts, open windows and navigate the page after a click.`,
      evidence: referenceProof(page, resources),
    }));
  },
});
