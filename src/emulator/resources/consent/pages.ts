import { createHash } from 'node:crypto';
import { Refusal, type Reply } from '../../http/reply.ts';

// What a browser is shown. Every page is as strict as it can be: nothing is loaded, nothing runs but
// one script that is known by its hash, and no address with a token in it is sent on.

/** The service says no to a browser. */
export class PageRefusal extends Refusal {
  override toReply(): Reply {
    return makePage(this.status, { title: 'This did not work', text: this.message });
  }
}

/** A page of one heading and one paragraph. */
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

/** Sends a browser on. */
export function makeRedirect(location: string): Reply {
  const headers = { ...makePageHeaders("default-src 'none'"), Location: location };
  return { status: 302, body: null, headers, page: '' };
}

// The message and its target stand in a data block, so that the script is always the same.
const postMessageScript = `
const { message, targetOrigin } = JSON.parse(document.getElementById('completion').textContent);
const other = window.opener ?? (window.parent === window ? null : window.parent);
if (other !== null) other.postMessage(message, targetOrigin);
`;
const scriptHash = createHash('sha256').update(postMessageScript).digest('base64');

/**
 * The page that posts a message to the window that opened it, or that frames it, if that window is of
 * the target origin (SPEC 4.4, 6).
 */
export function makeMessagePage(completion: {
  readonly message: string;
  /** An origin that was checked. */
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

/** A page around content that is HTML already; the title is text. */
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

/** Text as it can stand in HTML, also within quotes. */
export function toHtmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
