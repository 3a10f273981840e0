import { spawn } from 'node:child_process';

type Opener = { readonly command: string; readonly args: readonly string[] };

/**
 * Opens an address in the desktop browser, without a shell, as one argument. Returns false where
 * that is not possible. `BROWSER` overrides the program.
 */
export async function openBrowser(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const opener = findOpener(environment);
  if (opener === null) return false;
  return new Promise((resolve) => {
    const child = spawn(opener.command, [...opener.args, address], {
      detached: true,
      shell: false,
      stdio: 'ignore',
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function findOpener(environment: Readonly<Record<string, string | undefined>>): Opener | null {
  const { BROWSER: own, DISPLAY: x11, WAYLAND_DISPLAY: wayland } = environment;
  if (own !== undefined && own !== '') return { command: own, args: [] };
  switch (process.platform) {
    case 'darwin':
      return { command: 'open', args: [] };
    case 'win32':
      return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
    default:
      return x11 || wayland ? { command: 'xdg-open', args: [] } : null;
  }
}
