import type { ReactElement } from 'react';

const keys: readonly (readonly [key: string, action: string])[] = [
  ['/', 'Enter a domain'],
  ['j', 'Next issue or audit'],
  ['k', 'Previous issue or audit'],
  ['o', 'Open or close it'],
  ['c', 'Copy a link to it, or to the page'],
  ['x', 'Select it for a comparison'],
  ['f', 'Filter or search'],
  ['?', 'Show these keys'],
  ['Esc', 'Close'],
];

/** The list of keys, with the switch that turns them off. Scripts say here what they have done. */
export const KeysHelp = (): ReactElement => (
  <>
    <div id="keys-help" popover="auto" className="popover" aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard</h2>
      <dl className="keys-list">
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input type="checkbox" defaultChecked />
        <span>Single keys act outside of fields</span>
      </label>
    </div>
    <p className="said" role="status" data-said="" />
  </>
);
