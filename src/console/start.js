/*
 * Runs before the first paint and before any module. It dresses the page, so that a light one is never dark for a blink
 * (theme-store.ts does the same later); and for who is signed in, it asks at once for what every screen needs: the pieces
 * of the program (named by the build, on this script's own tag) and the answers that the frame is written by. Those are
 * taken up by http/head-start.ts.
 */
(function () {
  var page = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var isLight = read('theme') === 'light';
  page.dataset.theme = isLight ? 'light' : 'dark';
  if (isLight) document.querySelector('meta[name="theme-color"]').setAttribute('content', '#F6F7F9');

  var token = read('accessToken');
  var pieces = document.currentScript.dataset.pieces;
  if (!token || !pieces) return;
  pieces.split(' ').forEach(function (href) {
    var link = document.createElement('link');
    var isStyle = /\.css$/.test(href);
    link.rel = isStyle ? 'preload' : 'modulepreload';
    link.as = isStyle ? 'style' : 'script';
    link.crossOrigin = '';
    link.href = href;
    document.head.appendChild(link);
  });
  var headers = {
    Authorization: 'Bearer ' + token,
    Accept: 'application/json',
    'Current-Language': read('i18nextLng') || 'pt-BR',
  };
  window.headStart = ['/users/me', '/sessions/me/contexts', '/sessions/me/plan'].map(function (path) {
    var address = location.origin + '/api' + path;
    var answer = fetch(address, { headers: headers });
    answer.catch(function () {});
    return { address: address, token: token, at: Date.now(), answer: answer };
  });
})();
