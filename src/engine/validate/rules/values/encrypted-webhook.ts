import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { Rule } from '../rule.ts';

const loopback = /^http:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)(?:[:/?#]|$)/i;

/** The service sends data of customers to an error webhook; without TLS anybody on the way reads it. */
export const encryptedWebhook: Rule<WrittenAccount> = (document) => {
  const url: unknown = document.written.spec.errorWebhook?.url;
  if (typeof url !== 'string' || !/^http:/i.test(url) || loopback.test(url)) return [];
  return [
    {
      code: 'plain-http',
      severity: 'warning',
      summary: 'The error webhook is sent without encryption, with data of customers in it',
      at: document.spanOf('/spec/errorWebhook/url'),
      remedy: 'Write https:// where the receiver takes it.',
    },
  ];
};
