import { categoryTitles } from '@perimeter/contract/category';
import type { ReactElement } from 'react';
import { Link, Part } from '../../components/parts.tsx';
import { counted } from '../../lib/format.ts';
import type { ModuleCount } from '../../lib/props.ts';

/** What is checked, one row for each module that has checks. */
export function ChecksByModule({ modules }: { modules: readonly ModuleCount[] }): ReactElement {
  const some = modules.filter(({ checks }) => checks > 0);
  const total = some.reduce((sum, { checks }) => sum + checks, 0);
  return (
    <Part
      id="checked"
      title="What we check"
      about={`${counted(total, 'check')} in ${counted(some.length, 'module')}. Each states its standard, how to fix the issue, and when the risk can be accepted.`}
    >
      <table className="table">
        <caption className="hidden-visually">Checks by module</caption>
        <thead>
          <tr>
            <th scope="col">Module</th>
            <th scope="col">Category</th>
            <th scope="col" className="end">
              Checks
            </th>
          </tr>
        </thead>
        <tbody>
          {some.map(({ id, title, category, checks }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={`/checks#${id}`}>{title}</Link>
              </th>
              <td>{categoryTitles[category]}</td>
              <td className="end num">{checks}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}
