import type { ReactElement } from 'react';

/** A search that the server answers at the same address. */
export const Search = ({
  label,
  placeholder,
  text,
}: {
  label: string;
  placeholder: string;
  text: string;
}): ReactElement => (
  <form className="toolbar" role="search" aria-label={label} method="get">
    <span className="search">
      <input type="search" name="q" aria-label={label} placeholder={placeholder} defaultValue={text} maxLength={200} />
    </span>
    <button className="button" type="submit">
      Search
    </button>
  </form>
);
