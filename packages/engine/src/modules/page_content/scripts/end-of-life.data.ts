/** The date of this table. */
export const unmaintainedDate = '2026-11-23';

/** Libraries with unmaintained versions: the first maintained version, since when, and the successor. Own table. */
export const unmaintainedLibraries: Readonly<Record<string, readonly [below: string, since: string, next: string]>> = {
  angularjs: ['2.0.0', '2021-12-31', 'a migration from AngularJS to a maintained version of Angular'],
  jquery: ['3.0.0', '2016-06-09', 'jQuery 3.5.0 or later, with jquery-migrate during the change'],
  'jquery-mobile': ['999', '2021-10-07', 'a migration from jQuery Mobile, which has ended, to a maintained library'],
  bootstrap: ['5.0.0', '2023-01-01', 'Bootstrap 5'],
  vue: ['3.0.0', '2023-12-31', 'Vue 3'],
  YUI: ['999', '2014-08-29', 'a migration from YUI, which has ended, to functions of browsers or a maintained library'],
  prototypejs: ['999', '2015-09-22', 'a migration from Prototype, which has ended, to functions of browsers'],
  swfobject: ['999', '2020-12-31', 'HTML video or canvas in place of Flash, which browsers no longer run'],
  ckeditor: ['999', '2023-06-30', 'a migration from CKEditor 4 to CKEditor 5'],
  '@angular/core': ['20.0.0', '2026-05-19', 'Angular 20 or later, updated one major version at a time'],
  tinyMCE: ['6.0.0', '2023-04-20', 'a maintained version of TinyMCE'],
};
