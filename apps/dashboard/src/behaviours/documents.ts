import { CopyButton } from './copy-button.ts';
import { FindingFilter } from './finding-filter.ts';
import { LiveAudit } from './live-audit.ts';
import { RetryAfter } from './retry-after.ts';
import { SectionSpy } from './section-spy.ts';
import { startShortcuts } from './shortcuts.ts';
import { StackMemory } from './stack-memory.ts';
import { VerifyFile } from './verify-file.ts';
import { openTarget } from './open-target.ts';

customElements.define('copy-button', CopyButton);
customElements.define('finding-filter', FindingFilter);
customElements.define('live-audit', LiveAudit);
customElements.define('retry-after', RetryAfter);
customElements.define('section-spy', SectionSpy);
customElements.define('stack-memory', StackMemory);
customElements.define('verify-file', VerifyFile);
openTarget();
startShortcuts();
