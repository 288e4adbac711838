import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPrinter, printable } from './printable.ts';

const chains = ['Perimeter Sans', 'Perimeter Mono', 'Perimeter Serif'].map((family) => createPrinter(family));

const words = {
  Latin: 'Tiếng Việt błąd ığşİ æøå',
  Greek: 'σφάλμα διακομιστή',
  Cyrillic: 'внутренняя ошибка',
  Chinese: '服务器内部错误',
  Japanese: 'サーバーエラーが発生しました',
  Korean: '서버 오류',
  Arabic: 'حدث خطأ في الخادم',
  Hebrew: 'שגיאת שרת פנימית',
  Devanagari: 'सर्वर त्रुटि',
  Bengali: 'সার্ভার ত্রুটি',
  Tamil: 'சேவையக பிழை',
  Telugu: 'సర్వర్ లోపం',
  Kannada: 'ಸರ್ವರ್ ದೋಷ',
  Malayalam: 'സെർവർ പിശക്',
  Gujarati: 'સર્વર ભૂલ',
  Gurmukhi: 'ਸਰਵਰ ਗਲਤੀ',
  Sinhala: 'සේවාදායක දෝෂය',
  Thai: 'ข้อผิดพลาด',
  Lao: 'ຂໍ້ຜິດພາດ',
  Khmer: 'កំហុសម៉ាស៊ីនមេ',
  Burmese: 'ဆာဗာအမှား',
  Georgian: 'სერვერის შეცდომა',
  Armenian: 'սերվերի սխալ',
  Ethiopic: 'የአገልጋይ ስህተት',
  pictographs: '🔥 ✅ 💻',
};
for (const [script, word] of Object.entries(words)) {
  test(`${script} is printed unchanged`, () => {
    for (const print of chains) assert.equal(printable(print, word), word);
  });
}

const spelt: readonly [what: string, text: string, printed: string][] = [
  ['a direction override', 'invoice\u202efdp.exe', 'invoice<U+202E>fdp.exe'],
  ['an escape sequence', '\u001b[31mred', '<ESC>[31mred'],
  ['what shows nothing', 'pay\u200bpal\ufeff', 'pay<U+200B>pal<U+FEFF>'],
  ['a tag', 'a\u{e0041}', 'a<U+E0041>'],
  ['a private character', '\ue000', '<U+E000>'],
  ['half of a pair', 'a\ud800', 'a<U+FFFD>'],
  ['a mark without a base', '\u0301a', '<U+0301>a'],
  ['a script that no font has', '\u{13000}', '<U+13000>'],
  ['a line end', 'a\r\nb', 'a b'],
];
for (const [what, text, printed] of spelt) {
  test(`${what} is escaped, and so has no effect`, () => {
    for (const print of chains) assert.equal(printable(print, text), printed);
  });
}
