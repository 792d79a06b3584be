/**
 * What a page of the portal may load, as directives of its content security policy. A chat provider's script brings more of
 * its own from where it comes: code, calls (also over a web socket), pictures and frames. It gets its origin and no other, and
 * no style: what it shows, it shows in a frame of its own.
 */
export function contentPolicy(chatWidget: URL | undefined): Record<string, string[]> {
  const chat = chatWidget ? [chatWidget.origin] : [];
  const socket = chatWidget ? [`wss://${chatWidget.host}`] : [];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...chat],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...chat],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...chat, ...socket],
    ...(chatWidget && { 'frame-src': chat }),
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}
