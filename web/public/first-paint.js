// Sets the background before the application has loaded, so that neither theme flashes the other one's colour.
(function () {
  var light = localStorage.getItem('theme') === 'light';
  document.documentElement.style.background = light ? '#f4f6f5' : '#0d1214';
  document.documentElement.style.colorScheme = light ? 'light' : 'dark';
})();
