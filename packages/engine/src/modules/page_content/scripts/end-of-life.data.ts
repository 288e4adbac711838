/** The day of this table. */
export const unmaintainedDate = '2026-11-23';

/** Libraries whose makers no longer maintain these versions: the first maintained version, and since when. Own table. */
export const unmaintainedLibraries: Readonly<Record<string, readonly [below: string, since: string]>> = {
  angularjs: ['2.0.0', '2021-12-31'],
  jquery: ['3.0.0', '2016-06-09'],
  'jquery-mobile': ['999', '2021-10-07'],
  bootstrap: ['5.0.0', '2023-01-01'],
  vue: ['3.0.0', '2023-12-31'],
  YUI: ['999', '2014-08-29'],
  prototypejs: ['999', '2015-09-22'],
  swfobject: ['999', '2020-12-31'],
  ckeditor: ['999', '2023-06-30'],
  '@angular/core': ['20.0.0', '2026-05-19'],
  tinyMCE: ['6.0.0', '2023-04-20'],
};
