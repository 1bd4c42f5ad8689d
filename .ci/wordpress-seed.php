<?php
// Installs WordPress in the folder that is named, with the workshop of Contracts/golden-sewing: its categories, posts and media by their own
// ids, and older posts up to 100.

define('WP_INSTALLING', true);
[, $site, $data] = $argv;
$url = parse_url(getenv('WORDPRESS_URL'));
$_SERVER['HTTP_HOST'] = "$url[host]:$url[port]";
require "$site/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';

function wp_mail() { return true; }

wp_install('Золотное шитьё', 'workshop', 'workshop@golden-sewing.example', true, '', 'no-secret-of-anyone');
update_option('permalink_structure', '/%category%/%postname%/');
update_option('timezone_string', 'Europe/Kyiv');
foreach (get_posts(['post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1]) as $post) wp_delete_post($post->ID, true);

function rows($data, $name) { return json_decode(file_get_contents("$data/$name.json"), true, 64, JSON_THROW_ON_ERROR); }

$categories = [];
$wpdb->query("DELETE FROM $wpdb->terms");
$wpdb->query("DELETE FROM $wpdb->term_taxonomy");
foreach (rows($data, 'categories') as $row) {
    $wpdb->insert($wpdb->terms, ['term_id' => $row['id'], 'name' => $row['name'], 'slug' => $row['slug']]);
    $wpdb->insert($wpdb->term_taxonomy, ['term_taxonomy_id' => $row['id'], 'term_id' => $row['id'], 'taxonomy' => 'category', 'description' => '']);
    $categories[] = $row['id'];
}
update_option('default_category', $categories[0]);
wp_cache_flush();

function insert($post, $created, $modified) {
    global $wpdb;
    $id = wp_insert_post(wp_slash($post + ['post_status' => 'publish', 'post_author' => 1]), true);
    if (is_wp_error($id)) throw new Exception($id->get_error_message());
    // WordPress itself would say that everything was changed just now.
    $wpdb->update($wpdb->posts, [
        'post_date' => get_date_from_gmt($created), 'post_date_gmt' => $created,
        'post_modified' => get_date_from_gmt($modified), 'post_modified_gmt' => $modified,
    ], ['ID' => $id]);
    clean_post_cache($id);
    return $id;
}

$posts = rows($data, 'posts');
$counts = array_fill_keys($categories, 0);
foreach ($posts as $row) {
    foreach ($row['categories'] as $id) $counts[$id]++;
    insert([
        'import_id' => $row['id'], 'post_title' => $row['title']['rendered'], 'post_name' => $row['slug'],
        'post_content' => $row['content']['rendered'], 'post_category' => $row['categories'],
    ], str_replace('T', ' ', $row['date_gmt']), str_replace('T', ' ', $row['modified_gmt']));
}
for ($number = count($posts) + 1; $number <= 100; $number++) {
    $time = gmdate('Y-m-d H:i:s', strtotime('2019-01-01T08:00:00Z') + $number * 86400);
    // Where there are fewest: a category of the workshop has three pages at most.
    $category = array_search(min($counts), $counts);
    $counts[$category]++;
    insert([
        'import_id' => 2000 + $number, 'post_title' => "Образец &#171;№ $number&#187; &amp; схема", 'post_name' => "obrazets-$number",
        'post_content' => "<p>Схема вишивки хрестиком, &laquo;№ $number&raquo;.</p>", 'post_category' => [$category],
    ], $time, $time);
}
foreach (rows($data, 'media') as $row) {
    $time = str_replace('T', ' ', $row['date_gmt']);
    $folder = wp_upload_dir(substr($row['date_gmt'], 0, 4) . '/' . substr($row['date_gmt'], 5, 2))['path'];
    $file = "$folder/" . $row['slug'] . '.jpg';
    $width = min(320, $row['media_details']['width']);
    $picture = imagecreatetruecolor($width, intdiv($width * 3, 4));
    imagefill($picture, 0, 0, imagecolorallocate($picture, 200, 160, $row['id'] % 256));
    imagejpeg($picture, $file);
    $id = insert([
        'import_id' => $row['id'], 'post_type' => 'attachment', 'post_status' => 'inherit', 'post_title' => $row['title']['rendered'],
        'post_name' => $row['slug'], 'post_mime_type' => 'image/jpeg', 'post_parent' => $row['post'],
    ], $time, $time);
    update_attached_file($id, $file);
    wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
    if ($row['post']) set_post_thumbnail($row['post'], $id);
}
wp_update_term_count_now($categories, 'category');
flush_rewrite_rules(false);
echo 'seeded ', wp_count_posts()->publish, ' posts, ', count($categories), ' categories, ', wp_count_posts('attachment')->inherit, " pictures\n";
