import { teamRole, type TeamMember } from '@perimeter/contract/account/team';
import type { ReactElement, ReactNode } from 'react';
import { useFrame } from '../../lib/frame.ts';

/** What each role may. */
export const roleAbouts = {
  reader: 'reads audits and reports',
  auditor: 'also starts audits, shares reports and accepts risks',
  admin: 'also runs keys, members and settings',
} as const;

/** A choice of roles. */
export const Roles = ({ label, role }: { label: string; role: TeamMember['role'] }): ReactElement => (
  <select name="role" defaultValue={role} aria-label={label}>
    {teamRole.options.map((each) => (
      <option key={each} value={each}>
        {each}
      </option>
    ))}
  </select>
);

/** A form without script; what it does is in its button. */
export function Act({
  act,
  fields,
  children,
}: {
  act: string;
  fields?: Record<string, string>;
  children: ReactNode;
}): ReactElement {
  const { base } = useFrame();
  return (
    <form className="row" action={`${base}/settings/team`} method="post">
      <input type="hidden" name="act" value={act} />
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
