import './styles/tokens.css';
import './styles/base.css';
import './ui/controls.css';
import './ui/badge.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startLoading } from './app/start-loading.ts';
import { listenForShortcuts } from './keyboard/shortcuts.ts';

const root = document.getElementById('root');
if (root !== null) {
  listenForShortcuts();
  void startLoading().then(() => createRoot(root).render(<App />));
}
