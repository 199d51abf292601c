import type {} from 'uWebSockets.js';

// The declarations of uWebSockets.js lack the overload that takes a host and options, which AppWrapper.h implements.
declare module 'uWebSockets.js' {
  interface TemplatedApp {
    listen(
      host: RecognizedString,
      port: number,
      options: number,
      cb: (listenSocket: us_listen_socket | false) => void,
    ): TemplatedApp;
  }
}
