import { toHash } from '../../../../kit/hash.ts';
import type { ConsentTexts } from '../../../../model/manifest/project.ts';
import { toHtml, toTrustedHtml } from '../../../../reports/html/html.ts';

/** A page that a customer sees. */
export type ConsentPage = {
  readonly title: string;
  readonly text: string;
  /** Path to which the button of the page posts; absent for a page without one. */
  readonly action?: string;
};

/** Formats pages with the texts and colors of the project, and the policy that lets them use these alone. */
export type PageFormatter = {
  readonly policy: string;
  readonly format: (page: ConsentPage) => string;
};

/** Makes a formatter of pages. */
export function makePageFormatter(texts: ConsentTexts): PageFormatter {
  const style = formatStyle(texts);
  const hash = Buffer.from(toHash(style), 'hex').toString('base64');
  return {
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    format: ({ title, text, action }) => {
      const form =
        action === undefined
          ? []
          : [
              toHtml`<form method="post" action="${action}"><button>${texts.button}</button></form>`,
            ];
      const { markup } = toHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${toTrustedHtml(style)}</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p>${form}</main></body>
</html>
`;
      return markup;
    },
  };
}

// The colors have the form #RRGGBB, as the schema demands.
function formatStyle({ color, background }: ConsentTexts): string {
  const text = toReadableOn(background);
  return `body{margin:0;background:${background};color:${text};font:1.1rem/1.5 system-ui,sans-serif}
main{box-sizing:border-box;max-width:34rem;margin:12vh auto;padding:1.5rem}
h1{font-size:1.5rem;line-height:1.2}
button{border:0;border-radius:.4rem;padding:.7rem 1.4rem;background:${color};color:${toReadableOn(color)};font:inherit;cursor:pointer}
button:focus-visible{outline:3px solid ${text};outline-offset:3px}`;
}

// Black or white, whichever has the higher contrast by WCAG.
function toReadableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? '#000000' : '#ffffff';
}
