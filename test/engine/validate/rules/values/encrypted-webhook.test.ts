import { expect, it } from 'vitest';
import {
  judgeAccount,
  nameDiagnostic,
  writeSpec,
} from '../../../../support/values/judge-account.ts';

it.each(['http://hooks.example.com/a', 'http://localhost.evil.example/'])(
  'warns of %s, which anybody on the way reads',
  (url) => {
    const diagnostics = judgeAccount(writeSpec(`errorWebhook: {url: "${url}"}`));
    expect(diagnostics.map(nameDiagnostic)).toEqual(['plain-http 6:23']);
    expect(diagnostics).toMatchObject([{ severity: 'warning' }]);
  },
);

it.each([
  '"https://hooks.example.com/a"',
  '"http://127.0.0.1:8080/a"',
  '"http://localhost/a"',
  '"http://[::1]:8080/a"',
  '{env: HOOK}',
])('says nothing of %s', (url) => {
  expect(judgeAccount(writeSpec(`errorWebhook: {url: ${url}}`))).toEqual([]);
});
