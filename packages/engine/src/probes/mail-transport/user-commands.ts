import type { SmtpReply } from '../../evidence/mail-transport/session.ts';
import type { VisitedSession } from '../../evidence/mail-transport/visited.ts';
import { seen, unobserved } from '../../evidence/observed.ts';
import type { Dialogue } from '../../net/smtp/dialogue.ts';
import { smtpTimeouts } from '../../net/smtp/opening.ts';

/** User names that every system has; the answers show whether users can be looked up. */
const userCommands = ['VRFY root', 'EXPN root'] as const;

/** Tests whether users can be looked up. */
export async function askUserCommands(dialogue: Dialogue): Promise<VisitedSession['userCommands']> {
  const replies: { command: string; reply: SmtpReply }[] = [];
  for (const command of userCommands) {
    const heard = await dialogue.ask(command, smtpTimeouts.replyMs);
    if (!heard.ok) return unobserved(heard.failure);
    replies.push({ command, reply: heard.reply });
  }
  return seen(replies);
}
