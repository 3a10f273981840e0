import { describe, expect, it } from 'vitest';
import {
  formatAnswer,
  formatCallRequest,
} from '../../../../src/features/inspect/call/format-call.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';
import { findRawLines } from '../../../reports/samples/read-text.ts';

const hostile = 'a\u001b[31m\u202eb';

describe('an answer', () => {
  it('that is JSON is indented, and moves no cursor although it says what it said', () => {
    for (const isOnScreen of [true, false]) {
      const text = formatAnswer(`\uFEFF{"a":["${'\u202e'}", 1.0, "\\n\\u000a"]}`, isOnScreen);
      expect(text).toBe('{\n  "a": [\n    "\\u202e",\n    1.0,\n    "\\n\\u000a"\n  ]\n}\n');
    }
  });

  it('that is not JSON goes to another program as it came', () => {
    for (const text of ['', '<a>\r\n</a>', hostile]) expect(formatAnswer(text, false)).toBe(text);
  });

  it('that is not JSON shows on a screen what it is, and ends its line', () => {
    expect(formatAnswer(`<a>\t${hostile}\r\n</a>`, true)).toBe(
      '<a>\ta\\u{1b}[31m\\u{202e}b\r\n</a>\n',
    );
    expect(formatAnswer('', true)).toBe('');
    expect(formatAnswer('done\n', true)).toBe('done\n');
  });
});

it('a request is shown with its inner body, and without signs that act', () => {
  const body = { RequestBody: `<a>${hostile}</a>`, Parameters: { x: hostile } };
  const request = { method: 'POST', path: `/v1.0/${hostile}`, account: hostile, body };
  const text = formatCallRequest(request, plainPaint);
  expect(findRawLines(text)).toEqual([]);
  expect(text).toContain('RequestBody:\n<a>a\\u{1b}[31m\\u{202e}b</a>\n');
});
