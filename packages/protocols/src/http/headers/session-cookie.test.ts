import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSessionLike } from './session-cookie.ts';

const sessions = [
  'PHPSESSID',
  'JSESSIONID',
  'ASP.NET_SessionId',
  'ASPSESSIONIDQQTARACD',
  'connect.sid',
  'sid',
  '__Host-sid',
  'SSID',
  'laravel_session',
  'sessionid',
  'auth_token',
  '.ASPXAUTH',
  'Authorization',
  'jwt',
  'wordpress_logged_in_login',
  'access_token',
];
const others = [
  'heroku-session-affinity',
  'AWSALB',
  'AWSALBCORS',
  'BIGipServerpool',
  'SERVERID',
  '__cf_bm',
  'cf_clearance',
  'incap_ses_1_2',
  'visid_incap_1',
  'csrftoken',
  'XSRF-TOKEN',
  'ai_session',
  'ARRAffinity',
  'theme',
  'lang',
  'sidebar',
  'president',
  'author',
];

for (const name of sessions) test(`${name} is session-like`, () => assert.ok(isSessionLike(name)));
for (const name of others) test(`${name} is not session-like`, () => assert.ok(!isSessionLike(name)));
