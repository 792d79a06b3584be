import { useEffect } from 'react';

/** Where the page names the operator's chat provider; it does so only if one is set. */
const PROVIDER = 'meta[name="tidewaiter-chat"]';

const SCRIPT_ID = 'chat-widget';

/** Loads the chat provider's script with the first screen of somebody who is signed in (SPEC 2 "Header and footer"). */
export function ChatWidget() {
  useEffect(() => {
    const provider = document.querySelector<HTMLMetaElement>(PROVIDER);
    if (!provider || document.getElementById(SCRIPT_ID)) return;
    const script = document.createElement('script');
    script.id = SCRIPT_ID;
    script.src = provider.content;
    script.nonce = provider.nonce;
    script.async = true;
    document.body.append(script);
  }, []);
  return null;
}
