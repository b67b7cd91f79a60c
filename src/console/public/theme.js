/* Runs before the first paint, so that a light page is never dark for a blink. theme-store.ts does the same later. */
(function () {
  try {
    var isLight = localStorage.getItem('theme') === 'light';
    document.documentElement.dataset.theme = isLight ? 'light' : 'dark';
    if (isLight) document.querySelector('meta[name="theme-color"]').setAttribute('content', '#F6F7F9');
  } catch {
    document.documentElement.dataset.theme = 'dark';
  }
})();
