import { defineConfig } from 'vite';

export default defineConfig({
  esbuild: { jsx: 'automatic' },
  build: { sourcemap: true },
  server: {
    // The other example. For the page it is its own origin, so its requests carry the correlation header.
    proxy: { '/orders': 'http://localhost:3000' },
  },
});
