/*
 * Runs before the first paint and before any module. It dresses the page, so that a light one is never dark for a blink
 * (theme-store.ts does the same later); and for who is signed in, it asks at once for what every screen needs: the pieces
 * of the program and, at a list's address, its first rows (both named by the build, on this script's own tag), and the
 * answers that the frame is written by. Those are taken up by http/head-start.ts.
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
  var script = document.currentScript;
  var pieces = script.dataset.pieces;
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
  window.headStart = [];
  var begin = function (path) {
    var address = location.origin + '/api' + path;
    // Read to its end here, between the pieces of the program: once that runs, an answer would wait for its pauses.
    var answer = fetch(address, { headers: headers }).then(function (response) {
      return response.text().then(function (body) {
        return { status: response.status, statusText: response.statusText, body: body };
      });
    });
    answer.catch(function () {});
    window.headStart.push({ address: address, token: token, at: Date.now(), answer: answer });
    return answer;
  };
  begin('/users/me');
  var contexts = begin('/sessions/me/contexts');
  begin('/sessions/me/plan');

  // A list's first rows; most are of one context: the one named, the one chosen last on this device, or the first.
  var list = JSON.parse(script.dataset.lists)[location.pathname];
  var asked = new URLSearchParams(location.search);
  var context = asked.get('contextId') || read('currentContext');
  asked.delete('contextId');
  if (!list || String(asked)) return;
  if (!/=$/.test(list)) begin(list);
  else if (context) begin(list + context);
  else
    contexts
      .then(function (answer) {
        var all = JSON.parse(answer.body);
        // Once the program has taken up the contexts, it asks for the rows itself.
        var isWaiting = (window.headStart || []).some(function (begun) {
          return begun.answer === contexts;
        });
        if (isWaiting) begin(list + all[0].id);
      })
      .catch(function () {});
})();
