import { expect, it } from 'vitest';
import {
  checkAccount,
  formatDiagnosticPlace,
  formatSpec,
} from '../../../../support/values/check-account.ts';

it.each(['http://hooks.example.com/a', 'http://localhost.evil.example/'])(
  'warns of %s, which is readable in transit',
  (url) => {
    const diagnostics = checkAccount(formatSpec(`errorWebhook: {url: "${url}"}`));
    expect(diagnostics.map(formatDiagnosticPlace)).toEqual(['plain-http 6:23']);
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
  expect(checkAccount(formatSpec(`errorWebhook: {url: ${url}}`))).toEqual([]);
});
