import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  formatAnswer,
  formatCallRequest,
  formatIndentedJson,
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

test('what it says is what JSON.stringify would say with two spaces', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, space) => {
      const value: unknown = JSON.parse(json);
      expect(formatIndentedJson(JSON.stringify(value, null, space))).toBe(
        JSON.stringify(value, null, 2),
      );
    }),
  );
});

test('digits and escapes stay as they were written', () => {
  expect(formatIndentedJson('{"id":12345678901234567890,"rate":1.00,"text":"\\u0041\\/"}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "rate": 1.00,\n  "text": "\\u0041\\/"\n}',
  );
});

test('nesting that is deep costs no stack', () => {
  const depth = 2000;
  const lines = formatIndentedJson('['.repeat(depth) + ']'.repeat(depth))?.split('\n');
  expect(lines).toHaveLength(2 * depth - 1);
});

test('what is not JSON is nothing', () => {
  for (const text of ['', '<a/>', '{"a":', "{'a': 1}", 'NaN'])
    expect(formatIndentedJson(text)).toBeNull();
});
