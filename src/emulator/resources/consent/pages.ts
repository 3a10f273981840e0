import { createHash } from 'node:crypto';
import { Refusal, type Reply } from '../../http/reply.ts';

// Pages for a browser, with strict policies: they load nothing, run only one script known by its
// hash, and send no referrer.

/** Refusal as a page. */
export class PageRefusal extends Refusal {
  override toReply(): Reply {
    return makePage(this.status, { title: 'This did not work', text: this.message });
  }
}

/** A page with one heading and one paragraph. */
export function makePage(
  status: number,
  { title, text }: { readonly title: string; readonly text: string },
): Reply {
  return {
    status,
    body: null,
    headers: makePageHeaders("default-src 'none'; frame-ancestors 'none'"),
    page: formatPage(title, `<p>${toHtmlText(text)}</p>`),
  };
}

/** Redirects the browser. */
export function makeRedirect(location: string): Reply {
  const headers = { ...makePageHeaders("default-src 'none'"), Location: location };
  return { status: 302, body: null, headers, page: '' };
}

// Message and target are in a data block, so that the script and its hash never change.
const postMessageScript = `
const { message, targetOrigin } = JSON.parse(document.getElementById('completion').textContent);
const other = window.opener ?? (window.parent === window ? null : window.parent);
if (other !== null) other.postMessage(message, targetOrigin);
`;
const scriptHash = createHash('sha256').update(postMessageScript).digest('base64');

/**
 * Page that posts a message to its opener or frame, if that has the target origin (SPEC 4.4, 6).
 */
export function makeMessagePage(completion: {
  readonly message: string;
  /** A validated origin. */
  readonly targetOrigin: string;
}): Reply {
  const { message, targetOrigin } = completion;
  const data = JSON.stringify({ message, targetOrigin }).replaceAll('<', '\\u003c');
  const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; frame-ancestors ${targetOrigin}`;
  return {
    status: 200,
    body: null,
    headers: makePageHeaders(policy),
    page: formatPage(
      'Signed in',
      `<p>You can close this window.</p>
<script type="application/json" id="completion">${data}</script>
<script>${postMessageScript}</script>`,
    ),
  };
}

/** Headers of every page. */
export function makePageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': `${policy}; base-uri 'none'`,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
}

/** A page around HTML content; the title is text. */
export function formatPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${toHtmlText(title)}</title></head>
<body>
<h1>${toHtmlText(title)}</h1>
${content}
</body>
</html>
`;
}

/** Escapes text for HTML, also within quotes. */
export function toHtmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
