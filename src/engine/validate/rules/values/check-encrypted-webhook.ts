import { reportWarning } from '../../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../../model/manifest/manifest.generated.ts';
import type { Rule } from '../rule.ts';

const loopback = /^http:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)(?:[:/?#]|$)/i;

/** Warns of an error webhook without TLS, because the service sends customers' data to it. */
export const checkEncryptedWebhook: Rule<WrittenAccount> = (document) => {
  const url: unknown = document.written.spec.errorWebhook?.url;
  if (typeof url !== 'string' || !/^http:/i.test(url) || loopback.test(url)) return [];
  return [
    reportWarning('plain-http', {
      summary: 'The error webhook sends data of customers without encryption',
      at: document.spanOf('/spec/errorWebhook/url'),
      remedy: 'Write https:// if the receiver accepts it.',
    }),
  ];
};
