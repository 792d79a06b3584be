import '@mantine/core/styles.layer.css';
import './app/tokens.css';
import './app/base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { pageNonce } from './app/nonce.js';
import { Providers } from './app/providers.js';

// Scroll locking under dialogs adds a style element of its own; the policy lets it in by the same nonce.
setNonce(pageNonce());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
