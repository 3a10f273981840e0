/** Environment with HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in upper or lower case. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

type Proxies = {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
};

/**
 * Proxies of an environment, or an error text without the value because it may hold a password.
 * Loopback bypasses proxies: no proxy reaches the embedded service.
 */
export function readProxies(environment: ProxyEnvironment): Proxies | string {
  const read = (name: string): string =>
    environment[name.toLowerCase()] || environment[name.toUpperCase()] || '';
  const httpProxy = addScheme(read('http_proxy'));
  const httpsProxy = addScheme(read('https_proxy')) || httpProxy;
  for (const [name, proxy] of Object.entries({ HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy })) {
    if (proxy !== '' && !/^https?:$/.test(URL.parse(proxy)?.protocol ?? '')) {
      return `${name} is not the address of an HTTP proxy`;
    }
  }
  return { httpProxy, httpsProxy, noProxy: `${read('no_proxy')},localhost,127.0.0.1,::1` };
}

/** Add http because many write host:port alone. */
function addScheme(proxy: string): string {
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
}
